import { developer } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { DeveloperConfig } from '../config.ts'

/** rule 13: screens name the plan that this installation asks for. */
@Handles(developer.getApiTier)
export class GetApiTier implements Handler<typeof developer.getApiTier> {
  constructor(private readonly config: DeveloperConfig) {}

  async handle() {
    return { tier: this.config.lowestTier }
  }
}
