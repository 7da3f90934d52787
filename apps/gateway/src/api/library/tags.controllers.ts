import { type RouteInput, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentTag } from '../../presenters/library.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Tags, and the totals and recent activity of the account (S-SUB-13). */
@Controller()
export class TagsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listTags)
  async list(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(library.listTags, {}, actor)).map(presentTag)
  }

  @Serves(routes.createTag)
  async create({ body: { label } }: RouteInput<typeof routes.createTag>, { actor }: Caller) {
    return presentTag(await this.rpc.call(library.createTag, { label }, actor))
  }

  @Serves(routes.applyTags)
  async apply({ body }: RouteInput<typeof routes.applyTags>, { actor }: Caller) {
    const input = { photoIds: body.image_ids, tagIds: body.tag_ids }
    const { applied } = await this.rpc.call(library.applyTags, input, actor)
    return { ...successBody(applied === 1 ? '1 photo was tagged.' : `${applied} photos were tagged.`), applied }
  }

  @Serves(routes.getTag)
  async get({ params: { id } }: RouteInput<typeof routes.getTag>, { actor }: Caller) {
    return presentTag(await this.rpc.call(library.getTag, { id }, actor))
  }

  @Serves(routes.renameTag)
  async rename({ params: { id }, body: { label } }: RouteInput<typeof routes.renameTag>, { actor }: Caller) {
    return presentTag(await this.rpc.call(library.renameTag, { id, label }, actor))
  }

  @Serves(routes.deleteTag)
  async remove({ params: { id } }: RouteInput<typeof routes.deleteTag>, { actor }: Caller) {
    await this.rpc.call(library.deleteTag, { id }, actor)
    return successBody('The tag was deleted.')
  }

  @Serves(routes.getAnalytics)
  async getAnalytics(_: unknown, { actor }: Caller) {
    const [{ lastUpload, photosThisWeek, photosThisMonth, ...totals }, links] = await Promise.all([
      this.rpc.call(library.getAnalytics, {}, actor),
      this.rpc.call(sharing.countLinks, {}, actor),
    ])
    return { ...totals, activeShares: links.active, recentActivity: { lastUpload, photosThisWeek, photosThisMonth } }
  }
}
