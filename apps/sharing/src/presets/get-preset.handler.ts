import { type Actor, type Input, presets } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Presets } from './presets.ts'

@Handles(presets.getPreset)
export class GetPreset implements Handler<typeof presets.getPreset> {
  private readonly presets: Presets
  constructor(kept: Presets) {
    this.presets = kept
  }

  handle({ id }: Input<typeof presets.getPreset>, actor: Actor) {
    return this.presets.one(id, actor)
  }
}
