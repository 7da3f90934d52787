import { useState } from 'react'
import { endpoints } from 'virtual:endpoints'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { Link, useSearchParams } from '../../../lib/router.tsx'
import { API_TOKEN_KEY, safeLocalStorage } from '../../../lib/storage.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MethodBadge } from '../endpoints/endpoint-row.tsx'
import { type Endpoint, groupByCategory } from '../endpoints/endpoint.ts'
import { Disclosure } from '../frame/disclosure.tsx'
import { apiBaseUrl, PageHead } from '../frame/page-head.tsx'
import styles from './explorer.module.css'
import { RequestPanel } from './request-panel.tsx'
import type { ApiAccess } from './request.ts'

const isOtherServer = (baseUrl: string) => {
  try {
    return new URL(baseUrl, window.location.href).origin !== window.location.origin
  } catch {
    return false
  }
}

/** S-EXP-01, S-EXP-02: the fields for the API token and the base URL with which requests are sent. */
export function ConnectionForm({ access, onChange }: { access: ApiAccess; onChange: (access: ApiAccess) => void }) {
  const { baseUrl, token } = access
  const [hasSavedToken, setHasSavedToken] = useState(() => readSavedToken() !== '')
  const save = () => {
    saveToken(token)
    setHasSavedToken(true)
    showToast('Token saved in this browser')
  }
  const clear = () => {
    clearToken()
    setHasSavedToken(false)
    onChange({ ...access, token: '' })
  }
  return (
    <section aria-label="Connection" className={`surface ${styles['connection']}`}>
      <form
        className={styles['token']}
        onSubmit={event => {
          event.preventDefault()
          if (token) save()
        }}
      >
        <TextField
          label="API token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="dm_…"
          value={token}
          onChange={event => onChange({ ...access, token: event.target.value.trim() })}
        />
        <div className={styles['buttons']}>
          <Button type="submit" disabled={!token}>
            Save
          </Button>
          <Button disabled={!token && !hasSavedToken} onClick={clear}>
            Clear
          </Button>
        </div>
        <p className={styles['hint']}>
          Stored only in this browser, until you sign out. <Link to="/developers/vault">Create a token</Link>
        </p>
      </form>
      <TextField
        label="Base URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={baseUrl}
        hint={
          isOtherServer(baseUrl)
            ? 'This page can only call its own server. Your browser blocks requests to other servers.'
            : undefined
        }
        onChange={event => onChange({ ...access, baseUrl: event.target.value.trim() })}
      />
    </section>
  )
}

/** Returns the API token that this browser stores. Signing out removes the token. */
const readSavedToken = () => safeLocalStorage.getItem(API_TOKEN_KEY) ?? ''
const saveToken = (token: string) => safeLocalStorage.setItem(API_TOKEN_KEY, token)
const clearToken = () => safeLocalStorage.removeItem(API_TOKEN_KEY)

type EndpointListProps = {
  endpoints: readonly Endpoint[]
  selected: Endpoint | undefined
  onChoose: (id: string) => void
}

/** S-EXP-03: the endpoints by category. */
function EndpointGroups({ endpoints, selected, onChoose }: EndpointListProps) {
  return (
    <nav aria-label="Endpoints" className="stack-4 shrinkable">
      {groupByCategory(endpoints).map(({ category, endpoints }) => (
        <section key={category} aria-label={category} className={styles['group']}>
          <h2 className={styles['title']}>{category}</h2>
          {endpoints.map(({ id, method, path, title }) => (
            <button
              key={id}
              type="button"
              title={title}
              aria-current={id === selected?.id ? 'true' : undefined}
              className={styles['endpoint']}
              onClick={() => onChoose(id)}
            >
              <MethodBadge method={method} />
              <span className={styles['list-path']}>{path}</span>
            </button>
          ))}
        </section>
      ))}
    </nav>
  )
}

/** The list of endpoints. On a phone, the list is above the request and closes when the user selects an endpoint. */
function EndpointList(props: EndpointListProps) {
  const { selected, onChoose } = props
  const isPhone = useIsPhone()
  if (!isPhone)
    return (
      <div className={styles['list']}>
        <EndpointGroups {...props} />
      </div>
    )
  const summary = selected ? (
    <>
      <MethodBadge method={selected.method} />
      <span className={styles['list-path']}>{selected.path}</span>
    </>
  ) : (
    'Endpoints'
  )
  return (
    <Disclosure summary={summary} startsOpen={!selected}>
      {close => (
        <EndpointGroups
          {...props}
          onChoose={id => {
            close()
            onChoose(id)
          }}
        />
      )}
    </Disclosure>
  )
}

/** The API explorer. The URL contains the selected endpoint, so that the Endpoints page can link to it. */
export function Explorer() {
  const [search, setSearch] = useSearchParams()
  const [access, setAccess] = useState(() => ({ baseUrl: apiBaseUrl(), token: readSavedToken() }))
  const selected = endpoints.find(({ id }) => id === search.get('endpoint'))
  const choose = (id: string) => setSearch({ endpoint: id }, { state: { keepScroll: true } })
  return (
    <>
      <PageHead
        title="API Explorer"
        description="Send real requests with your own token. Requests can change your library."
      />
      <ConnectionForm access={access} onChange={setAccess} />
      <div className={styles['columns']}>
        <EndpointList endpoints={endpoints} selected={selected} onChoose={choose} />
        {selected ? (
          // S-EXP-11: the key makes React reset the form when another endpoint is selected.
          <RequestPanel key={selected.id} endpoint={selected} access={access} />
        ) : (
          <p className={styles['placeholder']}>Select an endpoint</p>
        )}
      </div>
    </>
  )
}
