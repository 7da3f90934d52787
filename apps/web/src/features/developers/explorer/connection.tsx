import { useState } from 'react'
import { Link } from '../../../lib/router.ts'
import { API_TOKEN_KEY, safeLocalStorage } from '../../../lib/storage.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './explorer.module.css'
import type { ApiAccess } from './request.ts'

const isOtherServer = (base: string) => {
  try {
    return new URL(base, window.location.href).origin !== window.location.origin
  } catch {
    return false
  }
}

/** S-EXP-01, S-EXP-02: the fields for the token and the base URL of requests. */
export function Connection({ access, onChange }: { access: ApiAccess; onChange: (access: ApiAccess) => void }) {
  const { base, token } = access
  const [isSaved, setSaved] = useState(() => readSavedToken() !== '')
  const save = () => {
    saveToken(token)
    setSaved(true)
    showToast('Token saved in this browser')
  }
  const clear = () => {
    clearToken()
    setSaved(false)
    onChange({ ...access, token: '' })
  }
  return (
    <section aria-label="Connection" className={styles['connection']}>
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
          <Button disabled={!token && !isSaved} onClick={clear}>
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
        value={base}
        hint={
          isOtherServer(base)
            ? 'This page can only call its own server. Your browser blocks requests to other servers.'
            : undefined
        }
        onChange={event => onChange({ ...access, base: event.target.value.trim() })}
      />
    </section>
  )
}

/** Returns the token that this browser stores. Signing out removes it. */
export const readSavedToken = () => safeLocalStorage.getItem(API_TOKEN_KEY) ?? ''
const saveToken = (token: string) => safeLocalStorage.setItem(API_TOKEN_KEY, token)
const clearToken = () => safeLocalStorage.removeItem(API_TOKEN_KEY)
