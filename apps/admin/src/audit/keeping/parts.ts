import { CheckpointAudit, ForgetAudit } from './keeping.jobs.ts'

export const keepAudit = [CheckpointAudit, ForgetAudit]
