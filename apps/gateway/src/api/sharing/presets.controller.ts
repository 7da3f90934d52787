import { type Asked, linkFields, presets, readFields, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { Serves, successBody } from '../../routing/serves.ts'
import { presentPreset } from '../../presenters/share.ts'
import type { Caller } from '../../session/caller.ts'

/** Presets: settings for new links. */
@Controller()
export class PresetsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listPresets)
  async list(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(presets.listPresets, {}, actor)).map(presentPreset)
  }

  @Serves(routes.createPreset)
  async create({ body }: Asked<typeof routes.createPreset>, { actor }: Caller) {
    const preset = {
      name: body.name,
      settings: readFields(linkFields, 'preset', body.settings),
      expiresAfterDays: body.expires_after_days ?? null,
      askPassword: body.ask_password ?? false,
      isDefault: body.is_default ?? false,
    }
    return presentPreset(await this.rpc.call(presets.createPreset, preset, actor))
  }

  @Serves(routes.getPreset)
  async get({ params: { id } }: Asked<typeof routes.getPreset>, { actor }: Caller) {
    return presentPreset(await this.rpc.call(presets.getPreset, { id }, actor))
  }

  @Serves(routes.updatePreset)
  async update({ params: { id }, body }: Asked<typeof routes.updatePreset>, { actor }: Caller) {
    const patch = {
      name: body.name,
      settings: body.settings && readFields(linkFields, 'preset', body.settings),
      expiresAfterDays: body.expires_after_days,
      askPassword: body.ask_password,
      isDefault: body.is_default,
    }
    return presentPreset(await this.rpc.call(presets.updatePreset, { id, ...patch }, actor))
  }

  @Serves(routes.deletePreset)
  async remove({ params: { id } }: Asked<typeof routes.deletePreset>, { actor }: Caller) {
    await this.rpc.call(presets.deletePreset, { id }, actor)
    return successBody('The preset was deleted.')
  }
}
