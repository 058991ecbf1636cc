import { GIT_JOBS } from '../support/walls/jobs/git.ts';
import { SYSTEM_JOBS } from '../support/walls/jobs/system.ts';
import { testJobs } from '../support/walls/run-jobs.ts';

testJobs([...GIT_JOBS, ...SYSTEM_JOBS]);
