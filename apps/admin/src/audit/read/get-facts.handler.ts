import { facts } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { AdminConfig } from '../../config.ts'

@Handles(facts.admin)
export class GetFacts implements Handler<typeof facts.admin> {
  constructor(private readonly config: AdminConfig) {}

  async handle() {
    const { auditDays, activityDays } = this.config
    return { auditDays, activityDays }
  }
}
