import { CheckpointAudit } from './checkpoint-audit.job.ts'
import { ForgetAudit } from './forget-audit.job.ts'

export const keepAudit = [CheckpointAudit, ForgetAudit]
