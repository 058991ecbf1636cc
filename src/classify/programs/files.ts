import { type Access, accesses } from '../../grammar/accesses.ts';
import type { Call, ProgramFamily } from '../behaviour.ts';

/** 7z changes its archive by few of its commands. */
function sevenZipPaths(call: Call): readonly Access[] {
  const changes = /^(a|d|u|rn)$/.test(call.words[0] ?? 'a');
  return accesses(call.parsed).map((one) => (changes ? one : { ...one, access: 'read' }));
}

/** Programs that work on local files. Which paths they read or write is in their option grammars. */
export const FILE_OPERATIONS: ProgramFamily = {
  onFiles: true,
  rows: {
    // readers: nothing but what their arguments and redirections say
    [`ls cat tac head tail less more cut wc stat du df diff cmp comm join paste nl od hexdump strings file tree exa eza lsd bat
      md5sum md5 sha1sum sha256sum sha512sum shasum b2sum cksum sum tr fold fmt column expand unexpand rev base64 base32
      grep egrep fgrep zgrep ggrep rg ag ack jq zcat bzcat xzcat zless colordiff readlink realpath lsattr getfacl getfattr
      cloc tokei wdiff iconv look tsort ptx ldd nm objdump readelf size xmllint pygmentize highlight mdcat glow delta difft
      diffstat zipinfo pdftotext exiftool mediainfo identify find gfind bfs fd fdfind pv`]: [['read_local', '**']],
    // writers: their grammar tells which of their arguments
    [`cp mv ln link rm rmdir unlink shred mkdir mkfifo mknod touch truncate fallocate tee sponge dd chmod chown chgrp chattr
      chflags setfacl rename sort uniq xxd sed gsed awk gawk mawk nawk yq zip gzip gunzip bzip2 bunzip2 xz unxz zstd
      install`]: [['read_local', '**']],
    'find gfind bfs': [['write_local', '-delete']],
    'rmdir unlink shred trash': [['write_local', '**']],
    'split csplit patch unrar cpio': [['write_local', '**']],
    'tar gtar bsdtar': [
      ['read_local', '**, -t|--list, -d|--diff, -x -O|--to-stdout'],
      ['write_local', '-x|--extract'],
    ],
    unzip: [
      ['write_local', '**'],
      ['read_local', '-l, -p, -t, -v, -z, -Z, -c'],
    ],
    '7z 7za 7zz': [
      ['read_local', 'l, t'],
      ['write_local', 'x, e, a, d, u'],
    ],
    // an editor shows a file and may save it
    'vi vim nvim nano emacs pico micro joe ed ex code subl gedit kate': [['write_local?', '**']],
  },
  paths: { '7z 7za 7zz': sevenZipPaths },
};
