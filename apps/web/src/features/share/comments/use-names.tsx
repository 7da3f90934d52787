import { MAX_EMAIL, PICKS } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CommentStore } from './store/comment-store.ts'
import { useComments } from './store/use-comments.ts'

/** The visitor's name: asked once, because the browser is recognized afterwards. `said` is sent with the comment. */
export function useNames(store: CommentStore) {
  const { name: known } = useComments(store)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  if (known !== null) return { fields: null, said: {} }
  const fields = (
    <>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICKS.name}
        required
        pattern=".*\S.*"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer sees it and may write to you."
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </>
  )
  return { fields, said: { name: name.trim(), email: email.trim() || null } }
}
