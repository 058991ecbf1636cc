import { NODE_JOBS } from '../support/walls/jobs/node.ts';
import { testJobs } from '../support/walls/run-jobs.ts';

testJobs(NODE_JOBS);
