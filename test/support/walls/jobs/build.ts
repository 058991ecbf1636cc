import type { Job } from './job.ts';

const build = (name: string, needs: string, files: Job['files'], line: string, more: Partial<Job> = {}): Job => ({
  ...{ name: `build: ${name}`, needs, files: files ?? {}, line, ...more },
});

const C = {
  'main.c': '#include <stdio.h>\nint f(void);\nint main(void) { printf("%d\\n", f()); return 0; }\n',
  'f.c': 'int f(void) { return 42; }\n',
};
const MAKEFILE = `app: main.o f.o
\tcc -o $@ $^
%.o: %.c
\tcc -g -c -o $@ $<
install: app
\tinstall -D app $(DESTDIR)/bin/app
clean:
\trm -f *.o app
`;
const CMAKE =
  'cmake_minimum_required(VERSION 3.10)\nproject(app C)\nadd_executable(app main.c f.c)\nenable_testing()\nadd_test(app app)\n';

export const BUILD_JOBS: readonly Job[] = [
  build(
    'make with several jobs',
    'make cc',
    { ...C, Makefile: MAKEFILE },
    'make -s -j4 && ./app && make -s install DESTDIR=out && ls out/bin && make -s clean && ls',
  ),
  build(
    'make that asks git, and starts other makes',
    'make git',
    {
      Makefile: 'V := $(shell git describe --always --tags)\nall:\n\t@echo $(V); $(MAKE) -s -C sub\n',
      'sub/Makefile': 'all:\n\t@t=$$(mktemp) && echo sub >$$t && cat $$t && rm $$t\n',
    },
    'make -s',
    { before: 'git init -q && git add -A && git commit -qm x && git tag v1' },
  ),
  build(
    'cmake, ninja, ctest',
    'cmake ninja cc',
    { ...C, 'CMakeLists.txt': CMAKE },
    'cmake -G Ninja -S . -B out >/dev/null && ninja -C out | tail -1 && ctest --test-dir out -Q && out/app',
  ),
  build(
    'cmake and make',
    'cmake make cc',
    { ...C, 'CMakeLists.txt': CMAKE },
    'cmake -S . -B out -DCMAKE_EXPORT_COMPILE_COMMANDS=1 >/dev/null && cmake --build out -j2 >/dev/null && cmake --install out --prefix ./i >/dev/null; out/app && ls out/compile_commands.json',
  ),
  build(
    'ccache',
    'make ccache cc',
    { ...C, Makefile: 'CC = ccache cc\napp: main.o f.o\n\tcc -o $@ $^\n' },
    'make -s && ./app && rm *.o && make -s && ccache -s | grep -c Hits',
  ),
  build(
    'a configure script',
    'cc',
    {
      ...C,
      configure:
        '#!/bin/sh\nexec 5>config.log\necho "int main(void){return 0;}" >conftest.c && cc conftest.c -o conftest && ./conftest && echo checking: yes | tee -a config.log\nrm -f conftest*\nsed s/@x@/1/ >Makefile <<END\nx = @x@\nEND\ncat Makefile\n',
    },
    './configure && ls',
  ),
  build(
    'a debugger',
    'gdb cc',
    C,
    'cc -g -o app main.c f.c && gdb -nx -batch -ex "break f" -ex run -ex bt -ex continue ./app 2>&1 | grep -E "^#|exited" | sed "s/process [0-9]*//"',
    { whole: true },
  ),
  build(
    'strace, ltrace',
    'strace cc',
    C,
    'cc -o app main.c f.c && strace -f -o trace ./app && grep -c exit_group trace',
    { whole: true },
  ),
  build(
    'what crashed',
    'cc python3',
    { 'x.c': '#include <stdlib.h>\nint main(void) { abort(); }\n' },
    'ulimit -c 0; cc -o x x.c && { ./x & wait $!; } 2>/dev/null; echo $?; ulimit -n 64; ulimit -n; python3 -c "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"',
  ),
  build(
    'Perl',
    'perl',
    {
      'x.pl':
        'use File::Temp; my $t = File::Temp->new; print $t "x"; open(my $f, ">", "out") or die; print $f "1"; print `ls`;\n',
    },
    'perl x.pl',
  ),
  build(
    'a distribution of Perl: Makefile.PL, make test, dist, prove with its state',
    'perl make prove',
    {
      'Makefile.PL': 'use ExtUtils::MakeMaker; WriteMakefile(NAME => "X", VERSION => 1);\n',
      'lib/X.pm': 'package X; our $VERSION = 1; sub f { 1 } 1;\n',
      't/a.t': 'use Test::More tests => 1; use X; use File::Temp; File::Temp->new; ok(X::f());\n',
      MANIFEST: 'MANIFEST\nMakefile.PL\nlib/X.pm\nt/a.t\n',
    },
    'perl Makefile.PL >/dev/null && make -s && make -s test 2>&1 | grep -c ok && make -s dist >/dev/null && prove -Q --state=save -l t | grep Result && ls -A',
  ),
  build(
    'a rock of Lua, installed into the project',
    'lua5.4 luarocks',
    {
      'x-1.0-1.rockspec':
        'package = "x"\nversion = "1.0-1"\nsource = { url = "." }\nbuild = { type = "builtin", modules = { x = "x.lua" } }\n',
      'x.lua': 'return { f = function() return 1 end }\n',
    },
    `luarocks make --tree lua_modules --lua-version 5.4 2>&1 | tail -1 | cut -c1-10 && cd lua_modules && LUA_PATH='./share/lua/5.4/?.lua' lua5.4 -e 'print(require("x").f()); print(os.tmpname() ~= nil)'`,
    { whole: true },
  ),
  build(
    'valgrind',
    'valgrind cc',
    { 'x.c': '#include <stdlib.h>\nint main(void) { return malloc(3) == 0; }\n' },
    'cc -g -o x x.c && valgrind -q --leak-check=full ./x 2>&1 | grep -c "definitely lost"; valgrind --tool=callgrind --callgrind-out-file=c.out ./x 2>/dev/null; ls',
    { whole: true },
  ),
  build('Tcl', 'tclsh', { 'x.tcl': 'set f [open out w]; puts $f 1; close $f; puts [exec ls]\n' }, 'tclsh x.tcl'),
  build(
    'Java',
    'javac java',
    {
      'A.java':
        'class A { public static void main(String[] a) throws Exception { java.nio.file.Files.writeString(java.nio.file.Path.of("out"), "1"); System.out.println(java.io.File.createTempFile("job", null).delete()); } }\n',
    },
    'javac -d classes A.java && java -cp classes A && ls classes',
  ),
  build(
    'Go',
    'go',
    {
      'go.mod': 'module x\n',
      'main.go': 'package main\nfunc main() { println(f()) }\nfunc f() int { return 1 }\n',
      'main_test.go': 'package main\nimport "testing"\nfunc TestF(t *testing.T) { if f() != 1 { t.Fail() } }\n',
    },
    'go build -o app && ./app && go vet && go test | cut -f1 && go run .',
  ),
];
