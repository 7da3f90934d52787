import { facts } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { SharingConfig, TrashConfig } from '../config.ts'
import { MAIL_DAYS } from '../mail/forget-mails.job.ts'

@Handles(facts.sharing)
export class GetFacts implements Handler<typeof facts.sharing> {
  private readonly config: SharingConfig
  private readonly trash: TrashConfig
  constructor(config: SharingConfig, trash: TrashConfig) {
    this.config = config
    this.trash = trash
  }

  async handle() {
    const { visitEventsDays: visitDays } = this.config
    return { visitDays, trashDays: this.trash.purgeAfterDays, mailDays: MAIL_DAYS }
  }
}
