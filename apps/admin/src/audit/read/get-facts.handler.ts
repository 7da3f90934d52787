import { facts } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { AdminConfig } from '../../config.ts'

@Handles(facts.admin)
export class GetFacts implements Handler<typeof facts.admin> {
  private readonly config: AdminConfig
  constructor(config: AdminConfig) {
    this.config = config
  }

  async handle() {
    const { auditDays, activityDays } = this.config
    return { auditDays, activityDays }
  }
}
