import { type Actor, type Input, presets } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Presets } from './presets.ts'

@Handles(presets.listPresets)
export class ListPresets implements Handler<typeof presets.listPresets> {
  private readonly presets: Presets
  constructor(kept: Presets) {
    this.presets = kept
  }

  handle(_: Input<typeof presets.listPresets>, actor: Actor) {
    return this.presets.all(actor)
  }
}
