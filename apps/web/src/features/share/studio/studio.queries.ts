import * as routes from '@daymark/contracts/routes'
import { call, readWithRetry } from '../../../lib/api.ts'

/** Returns the name of the studio in a path such as `/studio/{name}`. Undefined at the root of a custom domain. */
const parseStudioName = (path: string) => path.split('/')[2]

export const readStudioPage = () =>
  readWithRetry(() => call(routes.getPublicStudioPage, { query: { name: parseStudioName(location.pathname) } }))
