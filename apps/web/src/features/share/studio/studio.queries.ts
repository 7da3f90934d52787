import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { patiently } from '../../../lib/patiently.ts'

/** `/studio/{name}`; at the root of a custom domain it has no name. */
const nameIn = (path: string) => path.split('/')[2]

export const readStudioPage = () =>
  patiently(() => call(routes.getPublicStudioPage, { query: { name: nameIn(location.pathname) } }))
