import { type Actor, type Input, studioLogos } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioLogos } from './studio-logos.ts'

@Handles(studioLogos.removeStudioLogo)
export class RemoveStudioLogo implements Handler<typeof studioLogos.removeStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle(_: Input<typeof studioLogos.removeStudioLogo>, actor: Actor) {
    await this.logos.remove(actor)
    return { logo: null }
  }
}
