import { BUILD_JOBS } from '../support/walls/jobs/build.ts';
import { PYTHON_JOBS } from '../support/walls/jobs/python.ts';
import { testJobs } from '../support/walls/run-jobs.ts';

testJobs([...PYTHON_JOBS, ...BUILD_JOBS]);
