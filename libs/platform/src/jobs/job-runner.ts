import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { type Class, RUNS } from '../service/decorators.ts'
import type { JobLimits, JobType } from './job-queue.ts'
import type { Lease } from './job-worker.ts'

/** Runs jobs of one type (`defineJob`). A job is retried until it succeeds or becomes a dead letter. */
export interface JobRunner<J extends JobType> {
  /** Limits that come from settings. */
  limits?: JobLimits
  run(data: z.infer<J['payload']>, lease: Lease): Promise<void>
}

/** `@Runs(job)` binds a class to a type of job. */
export function Runs<J extends JobType>(job: J) {
  return (target: Class<JobRunner<J>>): void => {
    Reflect.defineMetadata(RUNS, job, target)
    Injectable()(target)
  }
}
export const defineJob = <P extends z.ZodType>(kind: string, payload: P, limits: JobLimits = {}): JobType<P> => ({
  ...{ kind, payload },
  ...limits,
})

export const jobType = (target: Class): JobType | undefined => Reflect.getMetadata(RUNS, target)
