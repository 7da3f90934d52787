import { type Actor, type Input, requireUser, studioPages } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { StudioPages } from './studio-pages.ts'

@Handles(studioPages.getStudioPage)
export class GetStudioPage implements Handler<typeof studioPages.getStudioPage> {
  constructor(private readonly pages: StudioPages) {}

  handle(_: Input<typeof studioPages.getStudioPage>, actor: Actor) {
    return this.pages.of(requireUser(actor))
  }
}
