import { useState } from 'react'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { clearToken, savedToken, saveToken } from './api-token.ts'
import styles from './connection.module.css'
import type { Access } from './request/request.ts'

const isElsewhere = (base: string) => {
  try {
    return new URL(base, window.location.href).origin !== window.location.origin
  } catch {
    return false
  }
}

/** S-EXP-01, S-EXP-02: the token and base address of requests. */
export function Connection({ access, onChange }: { access: Access; onChange: (access: Access) => void }) {
  const { base, token } = access
  const [isSaved, setSaved] = useState(() => savedToken() !== '')
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
          isElsewhere(base)
            ? 'This page can only call its own server. Your browser blocks requests to other servers.'
            : undefined
        }
        onChange={event => onChange({ ...access, base: event.target.value.trim() })}
      />
    </section>
  )
}
