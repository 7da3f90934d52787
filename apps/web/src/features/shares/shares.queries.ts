import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from '../../domain/cache/use-cached.ts'

/** S-OVER: reads all albums of the user with the numbers of their links, and the albums without links. */
export const sharesOverviewQuery = () => cachedQuery('shares', routes.getSharesOverview)

/**
 * Reads a selection: photos that were shared without an album. The server deletes a selection together with its last
 * link.
 */
export const sharedSelectionQuery = (id: string) => cachedQuery('shares', routes.getSelection, { params: { id } })
