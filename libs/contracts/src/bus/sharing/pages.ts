import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { paged } from '../library/views.ts'
import { linkView } from './views.ts'

/** Links for the public API. */
export const linkPages = {
  /** As listLinks, paged. */
  listLinkPage: rpc(
    'sharing.links.list-page',
    z.object({ albumId: z.string().optional(), ...paged }),
    z.object({ links: z.array(linkView), total: z.number() }),
  ),
  /** SHARE_NOT_FOUND. */
  getLink: rpc('sharing.links.get', z.object({ id: z.string() }), linkView),
  /** Returns the albums that have an active link. */
  findShared: rpc(
    'sharing.albums.find-shared',
    z.object({ albumIds: z.array(z.string()).max(1000) }),
    z.object({ albumIds: z.array(id) }),
  ),
}
