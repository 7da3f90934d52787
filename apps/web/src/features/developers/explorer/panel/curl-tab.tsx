import { CodeBlock } from '../../code/code-block.tsx'
import { plainLines } from '../../code/json-lines.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { curlOf } from '../request/curl.ts'
import styles from '../explorer.module.css'
import type { Access, Filled } from '../request/request.ts'

/** Enough to recognize the token. */
const masked = (token: string) => (token ? `${token.slice(0, 7)}••••••••` : '')

/** S-EXP-07. The token is copied but not shown. */
export function CurlTab({ endpoint, filled, access }: { endpoint: Endpoint; filled: Filled; access: Access }) {
  const shown = curlOf(endpoint, filled, { ...access, token: masked(access.token) })
  return (
    <div className={styles['curl']}>
      <CodeBlock title="cURL" lines={plainLines(shown)} copies={curlOf(endpoint, filled, access)} />
      {endpoint.needsAuth && access.token && <p className={styles['note']}>The copied command contains your token.</p>}
    </div>
  )
}
