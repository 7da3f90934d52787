import { type Input, studioLogos } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioLogos } from './studio-logos.ts'

@Handles(studioLogos.getStudioLogo)
export class GetStudioLogo implements Handler<typeof studioLogos.getStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle({ ownerId }: Input<typeof studioLogos.getStudioLogo>) {
    return { logo: await this.logos.of(ownerId) }
  }
}
