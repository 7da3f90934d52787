import { type Input, studioLogos } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioLogos } from './studio-logos.ts'

@Handles(studioLogos.getStudioLogo)
export class GetStudioLogo implements Handler<typeof studioLogos.getStudioLogo> {
  private readonly logos: StudioLogos
  constructor(logos: StudioLogos) {
    this.logos = logos
  }

  async handle({ ownerId }: Input<typeof studioLogos.getStudioLogo>) {
    return { logo: await this.logos.of(ownerId) }
  }
}
