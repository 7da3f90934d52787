import { useState } from 'react'
import { endpoints } from 'virtual:endpoints'
import { Link } from '../../../lib/router.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { groupByCategory } from './endpoint.ts'
import { EndpointRow } from './endpoint-row.tsx'
import styles from './endpoints.module.css'

/** S-DEV-06: the list of endpoints. At most one endpoint shows its details. */
export function Endpoints() {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <PageHead
        title="Endpoints"
        description={
          <>
            All endpoints, from the <a href="/docs/api/openapi.yaml">OpenAPI document</a>, which you can also use with
            your own tools. Paths are relative to the base URL. Try the endpoints in the{' '}
            <Link to="/developers/explorer">API Explorer</Link>.
          </>
        }
      />
      {groupByCategory(endpoints).map(({ category, endpoints }) => (
        <section key={category} aria-label={category} className={`stack-3 shrinkable ${styles['category']}`}>
          <h2 className="text-4">{category}</h2>
          <ul className={`surface ${styles['list']}`}>
            {endpoints.map(endpoint => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                isOpen={endpoint.id === openId}
                onToggle={() => setOpenId(endpoint.id === openId ? null : endpoint.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
