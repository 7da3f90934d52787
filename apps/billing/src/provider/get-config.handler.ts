import { billing } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'

/** Without a card provider everything runs in test mode (rule 11). */
@Handles(billing.getConfig)
export class GetConfig implements Handler<typeof billing.getConfig> {
  async handle() {
    return { configured: false, publishableKey: null, testMode: true }
  }
}
