/**
 * Programs that show nothing of what a file holds: they list, rename, protect or remove it, or print a digest of it.
 * Source: POSIX.1-2017, manual pages of GNU coreutils 9.1, OpenSSH 9.2, util-linux 2.38.
 */
const SHOW_NOTHING = new Set(
  `ls gls dir vdir exa eza lsd tree stat gstat test [ [[ file du gdu df wc gwc realpath readlink basename dirname namei which type command
  chmod gchmod chown gchown chgrp touch gtouch mkdir gmkdir rmdir rm grm unlink shred srm trash trash-put gio chattr lsattr setfacl getfacl xattr
  lsof fuser inotifywait cd pushd popd find gfind bfs fd fdfind locate export declare typeset local readonly set unset alias
  echo printf : true false md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 cksum sum gsha256sum gmd5sum
  ssh ssh-add ssh-keygen ssh-copy-id ssh-agent autossh mosh age-keygen keychain
  kinit kvno klist kdestroy restorecon chcon security codesign open xdg-open
  test-path get-childitem get-item resolve-path join-path split-path new-item remove-item get-acl set-acl set-location write-host write-output`
    .trim()
    .split(/\s+/),
);

/** Of these only what is on their input counts: `echo x < KEY` prints nothing of it, `find -files0-from` aside. */
export function showsNothing(program: string | undefined): boolean {
  return program !== undefined && SHOW_NOTHING.has(program.toLowerCase());
}

/** program(s) : options whose value is a file that the program signs in, signs or decrypts with, and does not show. */
const USES = `
scp sftp sshfs slogin : -i -F : scp(1) OpenSSH 9.2
rsync : -e --rsh --password-file : rsync(1) 3.2
curl : -E --cert --key --cacert --capath --proxy-cert --proxy-key --netrc-file --pubkey --pinnedpubkey --crlfile : curl(1) 8.5
wget wget2 : --certificate --private-key --ca-certificate --ca-directory --use-askpass : wget(1) 1.21
http https xh xhs httpie : --cert --cert-key --verify : https://httpie.io/docs/cli/client-side-ssl-certificate
grpcurl : -key -cert -cacert --key --cert --cacert : https://github.com/fullstorydev/grpcurl
kubectl oc k9s helm kubectx kubens stern flux argocd istioctl cilium kustomize velero linkerd : --kubeconfig --client-key --client-certificate --certificate-authority --token-file --registry-config --repository-config --key-file --cert-file --ca-file --config : https://kubernetes.io/docs/reference/kubectl/kubectl/
docker podman nerdctl buildah skopeo docker-compose : --config --tlskey --tlscert --tlscacert --authfile --creds-file --cert-dir --decryption-key --sign-by-sq-fingerprint --src-authfile --dest-authfile : https://docs.docker.com/reference/cli/docker/
gcloud gsutil bq : --key-file --cred-file --credential_file_override --service_account_credential_file : https://cloud.google.com/sdk/gcloud/reference/auth/activate-service-account
az : --password --certificate-file --ssh-private-key-file --private-key-file : https://learn.microsoft.com/en-us/cli/azure/ssh
aws : --ca-bundle --cli-input-json : https://docs.aws.amazon.com/cli/latest/reference/
ansible ansible-playbook ansible-pull ansible-console ansible-inventory ansible-vault : --private-key --key-file --vault-password-file --vault-pass-file --become-password-file --become-pass-file --connection-password-file --conn-pass-file --vault-id : ansible-playbook(1) 2.14
terraform tofu terragrunt : -config -backend-config : https://developer.hashicorp.com/terraform/cli/commands/init
psql pg_dump pg_restore pg_dumpall createdb dropdb : --service-file --passfile : psql(1) 15
mysql mysqldump mysqladmin mariadb mariadb-dump : --defaults-file --defaults-extra-file --ssl-key --ssl-cert --ssl-ca --login-path : mysql(1) 8.0
mongosh mongo mongodump mongorestore mongoexport mongoimport : --tlsCertificateKeyFile --sslPEMKeyFile --tlsCAFile : https://www.mongodb.com/docs/mongodb-shell/reference/options/
redis-cli : --key --cert --cacert : redis-cli(1)
rclone : --config --password-command : https://rclone.org/docs/#config-string
s3cmd : -c --config : s3cmd(1)
restic borg borgmatic : --password-file -p --repository-file --key-hint : https://restic.readthedocs.io/en/stable/manual_rest.html
gh glab hub : --config : https://cli.github.com/manual/
npm pnpm yarn npx : --userconfig --globalconfig --cafile --key --cert : https://docs.npmjs.com/cli/using-npm/config
pip pip3 uv twine poetry : --config-file --cert --client-cert --keyring-provider : https://twine.readthedocs.io
mvn mvnw gradle gradlew : -s --settings -gs --global-settings --init-script -I : https://maven.apache.org/ref/current/maven-embedder/cli.html
gpg gpg2 gpgv gpgsm : --homedir --keyring --secret-keyring --passphrase-file --no-default-keyring --import : gpg(1) 2.2
age rage : -i --identity : age(1) 1.1
sops : --age --pgp --config : https://github.com/getsops/sops
cosign minisign signify step : --key -s -k --cert : https://docs.sigstore.dev/cosign/
jarsigner apksigner keytool : -keystore --ks -srckeystore -destkeystore --ks-pass : https://docs.oracle.com/en/java/javase/21/docs/specs/man/keytool.html
msmtp mbsync fetchmail offlineimap getmail neomutt mutt aerc : -C --file -c -F -f --rcfile : msmtp(1), mbsync(1), fetchmail(1)
openvpn wg wg-quick wpa_supplicant tailscale : --config --auth-user-pass --key --cert --ca --askpass -c up down : openvpn(8), wg-quick(8)
stripe ngrok fastly doctl hcloud linode-cli scw oci vultr-cli civo pulumi vault snowsql snow kaggle : --config --config-file -config : https://docs.stripe.com/stripe-cli
nginx caddy haproxy node deno uvicorn gunicorn hypercorn http-server serve : -c --config --key --keyfile --ssl-keyfile --certfile --tls-key --cert -K -C -S --use-openssl-ca : https://docs.gunicorn.org/en/stable/settings.html#ssl
mosquitto_pub mosquitto_sub openssl-s_client socat : --key --cert --cafile : mosquitto_pub(1)
zip 7z : -P : zip(1)
`;

let uses: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function usesOf(program: string): ReadonlySet<string> | undefined {
  uses ??= new Map(
    USES.trim()
      .split('\n')
      .flatMap((line) => {
        const [programs = '', options = ''] = line.split(' : ');
        const set = new Set(options.split(' '));
        return programs.split(' ').map((name) => [name, set] as const);
      }),
  );
  return uses.get(program);
}

/** What any program does with the value: they share a library. Source: https://pkg.go.dev/k8s.io/client-go/tools/clientcmd */
const USED_BY_ALL: ReadonlySet<string> = new Set(['--kubeconfig', '-kubeconfig']);

/** `--kubeconfig FILE`, `--kubeconfig=FILE`, `-iFILE`: does the word at `index` hold what the program uses and does not show? */
export function isUse(program: string | undefined, words: readonly (string | undefined)[], index: number): boolean {
  const options = (program === undefined ? undefined : usesOf(program)) ?? USED_BY_ALL;
  const own = words[index];
  const name = own?.startsWith('-') ? own.replace(/=.*$/s, '') : undefined;
  if (name !== undefined && (options.has(name) || options.has(name.slice(0, 2)))) return true;
  return options.has(words[index - 1] ?? '');
}

/** Programs that take a key or a token from their input, or read it and show a digest: `gh auth login --with-token < FILE`. */
const TAKE_INPUT = new Set(
  `ssh-add docker podman nerdctl buildah skopeo crane oras helm gh glab hub vault gpg gpg2 pass keyring secret-tool wc gwc md5sum sha1sum
  sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 cksum sum ssh-keygen openssl-rand cmp`
    .trim()
    .split(/\s+/),
);

export function takesInput(program: string | undefined): boolean {
  return program !== undefined && TAKE_INPUT.has(program);
}

/** Programs whose own languages read files by name (SQL, meta-commands, commands of editors), and that show the file they change. */
const READ_BY_CODE = new Set(
  'sqlite sqlite3 psql mysql mariadb duckdb vi vim view nvim ex ed nano pico micro emacs gdb m4 gnuplot octave R Rscript lua tclsh bc dc'.split(
    ' ',
  ),
);

export function readsByCode(program: string | undefined): boolean {
  return program !== undefined && READ_BY_CODE.has(program);
}

/** Interpreters: behind the code, or the file that holds it, stand the words of that program. */
const RUNS_CODE =
  /^(?:(?:python|pypy)[\d.]*|node|nodejs|bun|deno|tsx|ts-node|php[\d.]*|lua[\d.]*|luajit|perl|ruby|Rscript|tclsh[\d.]*|sh|bash|dash|zsh|ksh|mksh|ash|fish)$/;

export function runsCode(program: string | undefined): boolean {
  return program !== undefined && RUNS_CODE.test(program);
}
