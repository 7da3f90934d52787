import * as routes from '@daymark/contracts/routes'
import { call, readWithRetry } from '../../lib/api.ts'

/** `/studio/{name}`; at the root of a custom domain it has no name. */
const nameIn = (path: string) => path.split('/')[2]

export const readStudioPage = () =>
  readWithRetry(() => call(routes.getPublicStudioPage, { query: { name: nameIn(location.pathname) } }))
