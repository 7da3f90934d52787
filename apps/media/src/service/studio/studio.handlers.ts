import { type Actor, type Input, studioLogos } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioLogos } from './studio-logos.ts'

@Handles(studioLogos.getStudioLogo)
export class GetStudioLogo implements Handler<typeof studioLogos.getStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle({ ownerId }: Input<typeof studioLogos.getStudioLogo>) {
    return { logo: await this.logos.of(ownerId) }
  }
}

@Handles(studioLogos.removeStudioLogo)
export class RemoveStudioLogo implements Handler<typeof studioLogos.removeStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle(_: Input<typeof studioLogos.removeStudioLogo>, actor: Actor) {
    await this.logos.remove(actor)
    return { logo: null }
  }
}

@Handles(studioLogos.setStudioLogo)
export class SetStudioLogo implements Handler<typeof studioLogos.setStudioLogo> {
  constructor(private readonly logos: StudioLogos) {}

  async handle({ plan, ...file }: Input<typeof studioLogos.setStudioLogo>, actor: Actor) {
    return { logo: await this.logos.set(file, plan, actor) }
  }
}
