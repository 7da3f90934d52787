import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { patchedConfig } from './patched-config.ts'
import { viewOf, Watermarks } from './watermarks.ts'

/** S-WMA-03. */
@Handles(media.updateWatermark)
export class UpdateWatermark implements Handler<typeof media.updateWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle({ config, plan }: Input<typeof media.updateWatermark>, actor: Actor) {
    this.watermarks.check(plan, actor)
    const { after } = await this.watermarks.change(
      actor,
      before => ({ config: patchedConfig(before.config, config) }),
      plan,
    )
    return viewOf(after)
  }
}
