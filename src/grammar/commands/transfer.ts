// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function transfer(): Readonly<Record<string, Grammar>> {
  const DELETES =
    '--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args';

  return {
    rsync: {
      source: 'rsync(1) 3.2.7',
      losses: [
        { given: ['-n --list-only'], loses: 'nothing' },
        { given: ['--remove-source-files'], unless: DELETES, deletes: 'nothing', writes: 'entry' },
        { deletes: 'below', writes: 'entry' },
      ],
      options: `
        -v --[no-]verbose, --info =text, --debug =text, --stderr =text, -q --quiet, --no-motd, -c --[no-]checksum
        -a --archive, -r --[no-]recursive, -R --[no-]relative, --no-implied-dirs, -b --backup, --backup-dir =write
        --suffix =text, -u --update, --inplace, --append, --append-verify, -d --[no-]dirs, --old-dirs --old-d
        --mkpath, -l --[no-]links, -L --copy-links, --copy-unsafe-links, --safe-links, --munge-links
        -k --copy-dirlinks, -K --keep-dirlinks, -H --[no-]hard-links, -p --[no-]perms, -E --executability
        --chmod =text, -A --[no-]acls, -X --[no-]xattrs, -o --[no-]owner, -g --[no-]group, --[no-]devices
        --copy-devices, --write-devices, --[no-]specials, -D, -t --[no-]times, -U --atimes, --open-noatime
        -N --crtimes, -O --[no-]omit-dir-times, -J --omit-link-times, --super, --fake-super, -S --sparse
        --preallocate, -n --dry-run, -W --[no-]whole-file, --checksum-choice --cc =text, -x --one-file-system
        -B --block-size =text, -e --rsh =command, --rsync-path =command, --existing --ignore-non-existing
        --ignore-existing, --remove-source-files, --del, --delete, --delete-before, --delete-during, --delete-delay
        --delete-after, --delete-excluded, --ignore-missing-args, --delete-missing-args, --ignore-errors, --force
        --max-delete =text, --max-size =text, --min-size =text, --max-alloc =text, --partial, --partial-dir =write
        --delay-updates, -m --prune-empty-dirs, --numeric-ids, --usermap =text, --groupmap =text, --chown =text
        --timeout =text, --contimeout =text, -I --ignore-times, --size-only, -@ --modify-window =text
        -T --temp-dir =write, -y --fuzzy, --compare-dest =path, --copy-dest =path, --link-dest =path
        -z --[no-]compress, --compress-choice --zc =text, --compress-level --zl =text, --skip-compress =text
        -C --cvs-exclude, -f --filter =text, -F, --exclude =text, --exclude-from =path, --include =text
        --include-from =path, --files-from =path, -0 --from0, --old-args, -s --secluded-args --protect-args
        --trust-sender, --copy-as =text, --address =text, --port =text, --sockopts =text, --blocking-io
        --outbuf =text, --stats, -8 --8-bit-output, -h --[no-]human-readable, --progress, -P, -i --itemize-changes
        -M --remote-option =text, --out-format =text, --log-file =write, --log-file-format =text
        --password-file =path, --early-input =path, --list-only, --bwlimit =text, --stop-after =text, --stop-at =text
        --fsync, --write-batch =write, --only-write-batch =write, --read-batch =path, --protocol =text, --iconv =text
        --checksum-seed =text, -4 --ipv4, -6 --ipv6, -V --version, --daemon, --config =path, --no-detach, --server
        --sender, --no-inc-recursive --no-i-r, --inc-recursive --i-r, --help
      `,
      operands: 'send* into',
      when: [
        { given: ['--list-only'], operands: 'path*' },
        { given: ['--remove-source-files', DELETES], operands: 'delete* delete' },
        { given: ['--remove-source-files'], operands: 'delete* into' },
        { given: [DELETES], operands: 'send* delete' },
      ],
    },
    scp: {
      source: 'scp(1) OpenSSH 9.2',
      options: `
        -3, -4, -6, -A, -B, -C, -O, -p, -q, -R, -r, -s, -T, -v, -c =text, -D =path, -F =path, -i =text, -J =text
        -l =text, -o =text, -P =text, -S =command, -X =text
      `,
      operands: 'send* into',
      abbreviations: false,
    },
    sftp: {
      source: 'sftp(1) OpenSSH 9.2',
      effects: 'network sends?',
      options: `
        -4, -6, -A, -a, -C, -f, -N, -p, -q, -r, -v, -B =text, -b =path, -c =text, -D =path, -F =path, -i =text
        -J =text, -l =text, -o =text, -P =text, -R =text, -S =command, -s =text, -X =text
      `,
      operands: 'text',
    },
    ssh: {
      source: 'ssh(1) OpenSSH 9.2',
      options: `
        -4, -6, -A, -a, -C, -f, -G, -g, -K, -k, -M, -N, -n, -q, -s, -T, -t, -V, -v, -X, -x, -Y, -y, -B =text, -b =text
        -c =text, -D =text, -E =write, -e =text, -F =path, -I =path, -i =path, -J =text, -L =text, -l =text, -m =text
        -O =text, -o =text, -p =text, -Q =text, -R =text, -S =path, -W =text, -w =text
      `,
      operands: 'text code*',
      optionsFirst: 2,
    },
    'ssh-keygen': {
      source: 'ssh-keygen(1) OpenSSH 9.2',
      effects: [{ given: ['-l -y -F -L'], does: 'plain' }, { does: 'writes' }],
      anyOption: true,
      options:
        '-f =write, -t =text, -b =text, -C =text, -N =text, -P =text, -R =text, -m =text, -y, -l, -p, -e, -i, -q',
      operands: 'text*',
      when: [{ given: ['-y -l -e -i'], values: { '-f': 'path' } }],
    },
    curl: {
      source: 'curl(1) 7.88 `--help all`, later options from 8.9',
      losses: [
        { given: ['-a'], loses: 'nothing' },
        { given: ['--output-dir'], fills: 'nothing' },
      ],
      options: `
        --abstract-unix-socket =path, --alt-svc =write, --[no-]anyauth, -a --[no-]append, --aws-sigv4 =text
        --[no-]basic, --[no-]ca-native, --cacert =text, --capath =text, -E --cert =text, --[no-]cert-status
        --cert-type =text, --ciphers =text, --[no-]compressed, --[no-]compressed-ssh, -K --config =path
        --connect-timeout =text, --connect-to =text, -C --continue-at =text, -b --cookie =text, -c --cookie-jar =write
        --[no-]create-dirs, --create-file-mode =text, --[no-]crlf, --crlfile =text, --curves =text, -d --data =body
        --data-ascii =body, --data-binary =body, --data-raw =text, --data-urlencode =text, --delegation =text
        --[no-]digest, -q --[no-]disable, --[no-]disable-eprt, --[no-]disable-epsv, --[no-]disallow-username-in-url
        --dns-interface =text, --dns-ipv4-addr =text, --dns-ipv6-addr =text, --dns-servers =text
        --[no-]doh-cert-status, --[no-]doh-insecure, --doh-url =text, -D --dump-header =write, --egd-file =path
        --engine =text, --etag-compare =path, --etag-save =write, --expect100-timeout =text, -f --[no-]fail
        --[no-]fail-early, --[no-]fail-with-body, --[no-]false-start, -F --form =form, --[no-]form-escape
        --form-string =text, --ftp-account =text, --ftp-alternative-to-user =text, --[no-]ftp-create-dirs
        --ftp-method =text, --[no-]ftp-pasv, -P --ftp-port =text, --[no-]ftp-pret, --[no-]ftp-skip-pasv-ip
        --[no-]ftp-ssl-ccc, --ftp-ssl-ccc-mode =text, --[no-]ftp-ssl-control, -G --[no-]get, -g --[no-]globoff
        --happy-eyeballs-timeout-ms =text, --haproxy-clientip =text, --[no-]haproxy-protocol, -I --[no-]head
        -H --header =text, -h --help [=text], --hostpubmd5 =text, --hostpubsha256 =text, --hsts =write, --[no-]http0.9
        -0 --[no-]http1.0, --[no-]http1.1, --[no-]http2, --[no-]http2-prior-knowledge, --[no-]http3, --[no-]http3-only
        --[no-]ignore-content-length, -i --[no-]include --show-headers, -k --[no-]insecure, --interface =text
        --ipfs-gateway =text, -4 --[no-]ipv4, -6 --[no-]ipv6, --json =body, -j --[no-]junk-session-cookies
        --keepalive-time =text, --[no-]keepalive, --key =text, --key-type =text, --krb =text, --libcurl =write
        --limit-rate =text, -l --[no-]list-only, --local-port =text, -L --[no-]location, --[no-]location-trusted
        --login-options =text, --mail-auth =text, --mail-from =text, --mail-rcpt =text, --[no-]mail-rcpt-allowfails
        -M --[no-]manual, --max-filesize =text, --max-redirs =text, -m --max-time =text, --[no-]metalink
        --[no-]negotiate, -n --[no-]netrc, --netrc-file =text, --[no-]netrc-optional, -: --[no-]next, --[no-]alpn
        -N --no-buffer, --buffer, --[no-]clobber, --[no-]npn, --[no-]progress-meter, --[no-]sessionid, --noproxy =text
        --[no-]ntlm, --[no-]ntlm-wb, --oauth2-bearer =text, -o --output =write, --output-dir =fill
        -Z --[no-]parallel, --[no-]parallel-immediate, --parallel-max =text, --pass =text, --[no-]path-as-is
        --pinnedpubkey =text, --[no-]post301, --[no-]post302, --[no-]post303, --preproxy =text, -# --[no-]progress-bar
        --proto =text, --proto-default =text, --proto-redir =text, -x --proxy =text, --[no-]proxy-anyauth
        --[no-]proxy-basic, --[no-]proxy-ca-native, --proxy-cacert =text, --proxy-capath =text, --proxy-cert =text
        --proxy-cert-type =text, --proxy-ciphers =text, --proxy-crlfile =path, --[no-]proxy-digest
        --proxy-header =text, --[no-]proxy-http2, --[no-]proxy-insecure, --proxy-key =text, --proxy-key-type =text
        --[no-]proxy-negotiate, --[no-]proxy-ntlm, --proxy-pass =text, --proxy-pinnedpubkey =text
        --proxy-service-name =text, --[no-]proxy-ssl-allow-beast, --[no-]proxy-ssl-auto-client-cert
        --proxy-tls13-ciphers =text, --proxy-tlsauthtype =text, --proxy-tlspassword =text, --proxy-tlsuser =text
        --[no-]proxy-tlsv1, -U --proxy-user =text, --proxy1.0 =text, -p --[no-]proxytunnel, --pubkey =path
        -Q --quote =text, --random-file =path, -r --range =text, --rate =text, --[no-]raw, -e --referer =text
        -J --[no-]remote-header-name, -O --[no-]remote-name, --[no-]remote-name-all, -R --[no-]remote-time
        --[no-]remove-on-error, -X --request =text, --request-target =text, --resolve =text, --retry =text
        --[no-]retry-all-errors, --[no-]retry-connrefused, --retry-delay =text, --retry-max-time =text
        --sasl-authzid =text, --[no-]sasl-ir, --service-name =text, -S --[no-]show-error, -s --[no-]silent
        --socks4 =text, --socks4a =text, --socks5 =text, --[no-]socks5-basic, --[no-]socks5-gssapi
        --[no-]socks5-gssapi-nec, --socks5-gssapi-service =text, --socks5-hostname =text, -Y --speed-limit =text
        -y --speed-time =text, --[no-]ssl, --[no-]ssl-allow-beast, --[no-]ssl-auto-client-cert, --[no-]ssl-no-revoke
        --[no-]ssl-reqd, --[no-]ssl-revoke-best-effort, -2 --[no-]sslv2, -3 --[no-]sslv3, --stderr =write
        --[no-]styled-output, --[no-]suppress-connect-headers, --[no-]tcp-fastopen, --[no-]tcp-nodelay
        -t --telnet-option =text, --tftp-blksize =text, --[no-]tftp-no-options, -z --time-cond =text, --tls-max =text
        --tls13-ciphers =text, --tlsauthtype =text, --tlspassword =text, --tlsuser =text, -1 --[no-]tlsv1
        --[no-]tlsv1.0, --[no-]tlsv1.1, --[no-]tlsv1.2, --[no-]tlsv1.3, --[no-]tr-encoding, --trace =write
        --trace-ascii =write, --trace-config =text, --[no-]trace-ids, --[no-]trace-time, --unix-socket =path
        -T --upload-file =send, --url =text, --url-query =text, -B --[no-]use-ascii, -u --user =text
        -A --user-agent =text, --variable =text, -v --[no-]verbose, -V --[no-]version, -w --write-out =text
        --[no-]xattr, --vlan-priority =text, --ip-tos =text, --keepalive-cnt =text, --ech =text, --[no-]mptcp
        --[no-]skip-existing, --dump-ca-embed
      `,
      operands: 'text*',
      when: [{ given: ['-O --remote-name-all'], operands: 'fetch*' }],
    },
    wget: {
      source: 'wget(1) GNU Wget 1.21',
      // a name that is taken gets a number, unless it mirrors
      losses: [{ given: ['-nc'], loses: 'nothing' }, { given: ['-r -m -N -p'] }, { fills: 'nothing' }],
      options: `
        -V --version, -h --help, -b --background, -e --execute =text, -o --output-file =write
        -a --append-output =write, -d --debug, -q --quiet, -v --[no-]verbose -nv!, --report-speed =text
        -i --input-file =path, --input-metalink =path, -F --force-html, -B --base =text, --config =path, --no-config
        --rejected-log =write, -t --tries =text, --retry-connrefused, --retry-on-http-error =text
        -O --output-document =write, -nc --no-clobber, --no-netrc, -c --continue, --start-pos =text, --progress =text
        --show-progress, -N --timestamping, --no-if-modified-since, --no-use-server-timestamps, -S --server-response
        --spider, -T --timeout =text, --dns-servers =text, --bind-dns-address =text, --dns-timeout =text
        --connect-timeout =text, --read-timeout =text, -w --wait =text, --waitretry =text, --random-wait, --no-proxy
        -Q --quota =text, --bind-address =text, --limit-rate =text, --no-dns-cache, --restrict-file-names =text
        --ignore-case, -4 --inet4-only, -6 --inet6-only, --prefer-family =text, --user =text, --password =text
        --ask-password, --use-askpass =command, --no-iri, --local-encoding =text, --remote-encoding =text, --unlink
        --keep-badhash, --metalink-index =text, --metalink-over-http, --preferred-location =text, --xattr
        -nd --no-directories, -x --force-directories, -nH --no-host-directories, --protocol-directories
        -P --directory-prefix =fill, --cut-dirs =text, --http-user =text, --http-password =text, --no-cache
        --default-page =text, -E --adjust-extension, --ignore-length, --header =text, --compression =text
        --max-redirect =text, --proxy-user =text, --proxy-password =text, --referer =text, --save-headers
        -U --user-agent =text, --no-http-keep-alive, --no-cookies, --load-cookies =path, --save-cookies =write
        --keep-session-cookies, --post-data =text, --post-file =send, --method =text, --body-data =text
        --body-file =send, --content-disposition, --content-on-error, --auth-no-challenge, --secure-protocol =text
        --https-only, --no-check-certificate, --certificate =text, --certificate-type =text, --private-key =text
        --private-key-type =text, --ca-certificate =text, --ca-directory =text, --crl-file =text, --pinnedpubkey =text
        --random-file =path, --egd-file =path, --ciphers =text, --no-hsts, --hsts-file =write, --ftp-user =text
        --ftp-password =text, --no-remove-listing, --no-glob, --no-passive-ftp, --preserve-permissions
        --retr-symlinks, --ftps-implicit, --ftps-resume-ssl, --ftps-clear-data-connection, --ftps-fallback-to-ftp
        --warc-file =write, --warc-header =text, --warc-max-size =text, --warc-cdx, --warc-dedup =path
        --no-warc-compression, --no-warc-digests, --no-warc-keep-log, --warc-tempdir =write, -r --recursive
        -l --level =text, --delete-after, -k --convert-links, --convert-file-only, --backups [=text]
        -K --backup-converted, -m --mirror, -p --page-requisites, --strict-comments, -A --accept =text
        -R --reject =text, --accept-regex =text, --reject-regex =text, --regex-type =text, -D --domains =text
        --exclude-domains =text, --follow-ftp, --follow-tags =text, --ignore-tags =text, -H --span-hosts
        -L --relative, -I --include-directories =text, --trust-server-names, -X --exclude-directories =text
        -np --no-parent
      `,
      operands: 'text*',
    },
  };
}

/** Programs that move data between machines. */
export const TRANSFER = family('rsync scp sftp ssh ssh-keygen curl wget', transfer);
