import { useState } from 'react'
import { endpoints } from 'virtual:endpoints'
import { useSearchParams } from '../../../lib/router.ts'
import { apiBaseUrl, PageHead } from '../frame/page-head.tsx'
import { Connection, readSavedToken } from './connection.tsx'
import { EndpointList } from './endpoint-list.tsx'
import styles from './explorer.module.css'
import { RequestPanel } from './request-panel.tsx'

/** The API explorer. The URL contains the selected endpoint, so that the reference can link to it. */
export function Explorer() {
  const [search, setSearch] = useSearchParams()
  const [access, setAccess] = useState(() => ({ base: apiBaseUrl(), token: readSavedToken() }))
  const chosen = endpoints.find(({ id }) => id === search.get('endpoint'))
  const choose = (id: string) => setSearch({ endpoint: id }, { state: { keepScroll: true } })
  return (
    <>
      <PageHead title="API Explorer" lead="Send real requests with your own token. They change your library." />
      <Connection access={access} onChange={setAccess} />
      <div className={styles['desk']}>
        <EndpointList endpoints={endpoints} chosen={chosen} onChoose={choose} />
        {chosen ? (
          // S-EXP-11: the key resets the form for another endpoint.
          <RequestPanel key={chosen.id} endpoint={chosen} access={access} />
        ) : (
          <p className={styles['nothing']}>Select an endpoint</p>
        )}
      </div>
    </>
  )
}
