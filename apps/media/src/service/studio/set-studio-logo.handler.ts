import { type Actor, type Input, studioLogos } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioLogos } from './studio-logos.ts'

@Handles(studioLogos.setStudioLogo)
export class SetStudioLogo implements Handler<typeof studioLogos.setStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle({ plan, ...file }: Input<typeof studioLogos.setStudioLogo>, actor: Actor) {
    return { logo: await this.logos.set(file, plan, actor) }
  }
}
