import { accesses } from '../../grammar/accesses.ts';
import type { ProgramFamily } from '../behaviour.ts';
import { copyBehaviour, isHostPath, remoteCopy } from './copying.ts';
import { curl, httpie, wget } from './http.ts';

/** Programs that talk to other machines. Source: their manual pages on Debian 12. */
export const NETWORK_OPERATIONS: ProgramFamily = {
  rows: {
    'dig host nslookup drill kdig delv whois': [['read_external', '**']],
    'ping ping6 fping traceroute tracepath mtr arping nmap masscan zmap': [['read_external', '**']],
    'lynx w3m links elinks': [['read_external:web', '**']],
    'aria2c axel youtube-dl yt-dlp': [['read_external:web write_local', '**']],
    'nc ncat netcat nc.openbsd nc.traditional socat telnet websocat': [
      ['read_external', '**'],
      ['write_external', '<'],
      ['read_external', '-z'],
      ['execute read_external', '-e|-c|--exec|--sh-exec, -l -e|-c|--exec|--sh-exec'],
    ],
    openssl: [
      ['read_local', '**'],
      ['read_external', 's_client, s_time'],
      ['write_external', 's_client <'],
      ['write_local', 'req, ca, genrsa, genpkey, dhparam, ecparam, rand -out'],
    ],
    'mail mailx sendmail msmtp mutt neomutt s-nail ssmtp swaks exim mailsend': [
      ['write_external:email', '*, <, -t, -s|-a|--to'],
      ['read_local:email', '$'],
    ],
    'ssh autossh mosh sshpass': [
      ['execute read_external?', '**'],
      ['execute write_external', '* <'],
      ['read_local', '-V, -G, -Q'],
    ],
    'ftp lftp tftp ncftp': [['read_external write_external?', '**']],
    'ssh-keyscan': [['read_external', '**']],
    'ssh-copy-id': [['write_external execute?', '**']],
    'ssh-add ssh-agent': [['read_local', '**']],
    'http https xh xhs': [['read_external:web', '**']],
    'ntpdate sntp chronyc': [['read_external', '**']],
    'twurl slack-cli signal-cli telegram-send ntfy apprise': [['write_external', '**']],
    'ngrok cloudflared localtunnel lt tailscale wg wg-quick openvpn': [['write_external?', '**']],
    'tcpdump tshark wireshark': [['read_external', '**']],
    'ip ifconfig netstat ss route arp iwconfig nmcli networksetup scutil': [['read_local', '**']],
    ip: [['write_local', '** add, ** del, ** delete, ** set, ** flush, ** change, ** replace']],
    nmcli: [['write_local', '** add, ** modify, ** delete, ** up, ** down, ** connect, ** disconnect, ** on, ** off']],
    rclone: [
      ['read_external', 'ls, lsd, lsl, lsf, lsjson, size, check, cat, tree, about, md5sum, sha1sum, hashsum'],
      ['write_external', 'delete, deletefile, purge, rmdir, rmdirs, mkdir, touch, cleanup, dedupe, link'],
      ['write_external', 'rcat <, rcat'],
      ['read_local', 'version, help, listremotes, config show, config dump'],
      ['write_local', 'config, config create, config update, config delete, obscure'],
    ],
  },
  // a login uses its key and its settings; nobody gets to see them
  paths: { 'ssh autossh mosh sshpass sftp': (call) => accesses(call.parsed).filter(({ access }) => access !== 'read') },
  special: {
    curl,
    wget,
    'http https xh xhs': httpie,
    'scp rsync': remoteCopy,
    rclone: (call) =>
      copyBehaviour(call, { verbs: ['copy', 'copyto', 'sync', 'move', 'moveto', 'bisync'], isRemote: isHostPath }),
  },
};
