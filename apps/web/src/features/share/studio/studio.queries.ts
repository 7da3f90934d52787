import * as routes from '@daymark/contracts/routes'
import { call, readWithRetry } from '../../../lib/api.ts'

/** `/studio/{name}`; the root of a custom domain has no studio name. */
const parseStudioName = (path: string) => path.split('/')[2]

export const readStudioPage = () =>
  readWithRetry(() => call(routes.getPublicStudioPage, { query: { name: parseStudioName(location.pathname) } }))
