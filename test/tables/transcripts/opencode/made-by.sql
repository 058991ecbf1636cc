-- opencode.db and its log, as sqlite3 makes them from this: small pages, so that trees have inner pages and rows overflow.
pragma page_size = 512;
pragma journal_mode = wal;
pragma wal_autocheckpoint = 0;
create table `session` (`id` text primary key, `project_id` text not null, `directory` text not null, `cost` real default 0 not null,
  `time_created` integer not null, constraint `fk` foreign key (`project_id`) references `project`(`id`) on delete cascade);
create table `part` (`id` text primary key, `message_id` text not null, `session_id` text not null, `time_created` integer not null, `data` text not null);
insert into session values ('ses_one', 'p', '/repo', 0.5, 1793527200000), ('ses_two', 'p', '/other', 0, -1);
insert into part select printf('prt_%04d', value), 'msg', iif(value % 2, 'ses_one', 'ses_two'), 1793527200000 + value,
  json_object('type', 'tool', 'tool', 'bash', 'state', json_object('status', 'completed', 'input', json_object('command', 'echo ' || value), 'time', json_object('start', 1793527200000 + value)))
  from generate_series(1, 40);
pragma wal_checkpoint(truncate);
alter table part add column `more` text;
update part set data = json_set(data, '$.state.input.command', 'echo ' || printf('%.*c', 2000, 'x')) where id = 'prt_0007';
insert into part values ('prt_0041', 'msg', 'ses_one', 0, json_object('type', 'text', 'text', 'the word "tool"'), 'x');
delete from part where id = 'prt_0002';
.shell cp opencode.db copy.db && cp opencode.db-wal copy.db-wal
