import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from '../cache/use-cached.ts'

/** S-SHARE-02: reads the links of an album. */
export const albumSharesQuery = (albumId: string) =>
  cachedQuery('shares', routes.listShares, { query: { album_id: albumId } })

/** Reads the owner's studio page and its listed links. */
export const studioPageQuery = () => cachedQuery('shares', routes.getStudioPage)

/** Reads all links of the owner, to choose those shown on the studio page. */
export const allSharesQuery = () => cachedQuery('shares', routes.listShares)
