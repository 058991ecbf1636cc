import { describe, expect, it } from 'vitest';
import { accesses } from '../../../src/grammar/accesses.ts';
import { parseCommand } from '../../../src/grammar/parse-command.ts';
import { wordsOf } from './rendering.ts';

describe('accesses', () => {
  it.each([
    ['cat a b', 'read:a read:b'],
    ['cat - a', 'read:a'],
    ['rm -rf a', 'delete:a'],
    ['unlink a', 'delete:a'],
    ['shred -u a', 'delete:a'],
    ['mv a b c', 'delete:a delete:b write:c'],
    ['mv -t d a', 'write:d delete:a'],
    ['cp a b c', 'read:a read:b write:c'],
    ['cp --target-directory=d a b', 'write:d read:a read:b'],
    ['ln -sf a b', 'read:a write:b'],
    ['install -m 755 a b', 'read:a write:b'],
    ['install -d a b', 'write:a write:b'],
    ['tee -a a b', 'write:a write:b'],
    ['touch a', 'write:a'],
    ['truncate -s 0 a', 'write:a'],
    ['mkdir -p a', 'write:a'],
    ['chmod 777 a', 'write:a'],
    ['chmod -w a', 'write:a'],
    ['chmod --reference=r a', 'read:r write:a'],
    ['chown -R u:g a', 'write:a'],
    ['dd if=a of=b', 'read:a write:b'],
    ['mkfs.ext4 /dev/sda', 'write:/dev/sda'],
    ['sed s/x/y/ a', 'read:a'],
    ['sed -i s/x/y/ a', 'write:a'],
    ['sed -ni -e p a', 'write:a'],
    ['sed -f s a', 'read:s read:a'],
    ['awk {print} a', 'read:a'],
    ['perl -pi -e x a', 'write:a'],
    ['grep -r pattern a', 'read:a'],
    ['grep -e pattern a', 'read:a'],
    ['grep -f patterns a', 'read:patterns read:a'],
    ['sort -o a b', 'write:a read:b'],
    ['curl -o a u', 'write:a'],
    ['curl -T a u', 'read:a'],
    ['wget -O a u', 'write:a'],
    ['tar -xf a -C b', 'read:a write:b'],
    ['tar xf a', 'read:a'],
    ['tar czf a b', 'write:a read:b'],
    ['tar -cf - b', 'read:b'],
    ['tar --remove-files -cf a b', 'write:a delete:b'],
    ['unzip a -d b', 'read:a write:b'],
    ['zip -r a b', 'write:a read:b'],
    ['zip -m a b', 'write:a delete:b'],
    ['gzip a', 'delete:a'],
    ['gzip -k a', 'read:a'],
    ['rsync -a a b', 'read:a write:b'],
    ['rsync -a --delete a b', 'read:a delete:b'],
    ['rsync --remove-source-files a b', 'delete:a write:b'],
    ['scp a h:b', 'read:a write:h:b'],
    ['patch -p1 a', 'write:a'],
    ['find a -name x', 'read:a'],
    ['find a -delete', 'delete:a'],
    ['find a -fprint b', 'read:a write:b'],
    ['git commit -m a', ''],
    ['git rm a', 'delete:a'],
    ['git mv a b', 'delete:a write:b'],
    ['git restore a', 'write:a'],
    ['git checkout -b a', ''],
    ['git checkout main -- a', 'write:main write:a'],
    ['git -C d status', 'read:d'],
    ['echo a b', ''],
    ['[ -f a ]', ''],
    ['bash a b', 'read:a'],
    ['bash -c a', ''],
    ['frob a --b=c -d', 'read:a read:c'],
    ['sqlite3 a code', 'write:a'],
    ['crontab a', 'read:a'],
    ['ed -s a', 'write:a'],
    ['ex -s -c x a', 'write:a'],
  ])('%s', (line, expected) => {
    const words = wordsOf(line);
    const found = accesses(parseCommand(words[0]?.value, words));
    expect(found.map(({ access, word }) => `${access}:${word.text}`).join(' ')).toBe(expected);
  });

  it('gives the index of the word', () => {
    expect(accesses(parseCommand('sort', wordsOf('sort -r --output=a b'))).map(({ index }) => index)).toEqual([2, 3]);
  });
});
