import { type Access, accesses } from '../../grammar/accesses.ts';
import type { Call, ProgramFamily } from '../behaviour.ts';

/** 7z changes its archive by few of its commands. */
function sevenZipPaths(call: Call): readonly Access[] {
  const changes = /^(a|d|u|rn)$/.test(call.words[0] ?? 'a');
  return accesses(call.parsed).map((one) => (changes ? one : { ...one, access: 'read' }));
}

/** Programs without a grammar that work on local files. */
export const FILE_OPERATIONS: ProgramFamily = {
  onFiles: true,
  rows: {
    // readers: nothing but what their arguments and redirections say
    [`base32 ack bzcat xzcat wdiff iconv tsort ptx ldd nm objdump readelf size mdcat diffstat zipinfo pdftotext mediainfo
      identify pv`]: [['read_local', '**']],
    csplit: [['write_local', '**']],
    // an editor shows a file and may save it
    'vi vim nvim nano emacs pico micro joe gedit kate': [['write_local?', '**']],
  },
  paths: { '7z 7za 7zz': sevenZipPaths },
};
