import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { paged } from '../library/views.ts'
import { linkView } from './views.ts'

/** What the public API asks of links: pages and single ones, however many there are. */
export const linkPages = {
  /** Like listLinks, in pages. */
  listLinkPage: rpc(
    'sharing.links.list-page',
    z.object({ albumId: z.string().optional(), ...paged }),
    z.object({ links: z.array(linkView), total: z.number() }),
  ),
  /** SHARE_NOT_FOUND. */
  getLink: rpc('sharing.links.get', z.object({ id: z.string() }), linkView),
  /** Of these albums of the caller those that have a live link. */
  findShared: rpc(
    'sharing.albums.find-shared',
    z.object({ albumIds: z.array(z.string()).max(1000) }),
    z.object({ albumIds: z.array(id) }),
  ),
}
