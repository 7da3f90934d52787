import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { LinkScreen } from './link-screen.tsx'
import styles from '../sign-in.module.css'
import { useLinkToken } from '../../../lib/hooks/use-link-token.ts'

type Words = { title: string; heading: string; about: string; button: string; done: string; after: string }

/** A link with one action. Waits for a click, because mail scanners open links. */
export function OneClick({ words, act }: { words: Words; act: (token: string) => Promise<string | null> }) {
  const token = useLinkToken()
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const { title, heading, about, button, done, after } = words

  const onClick = async () => {
    setState('busy')
    const refusal = await act(token)
    setFailure(refusal)
    setState(refusal === null ? 'done' : 'asking')
  }

  if (state === 'done') return <LinkScreen title={title} heading={done} about={after} />
  return (
    <LinkScreen title={title} heading={heading} about={about}>
      <div className={styles['done']}>
        <FailureNote text={failure} />
        <Button look="primary" wide disabled={state === 'busy'} onClick={() => void onClick()}>
          {button}
        </Button>
      </div>
    </LinkScreen>
  )
}
