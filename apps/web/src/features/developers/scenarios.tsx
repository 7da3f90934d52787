import type { Scope } from '@daymark/contracts'
import { useId, useState } from 'react'
import { samples } from 'virtual:samples'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { PageHead } from './frame/page-head.tsx'
import styles from './pages.module.css'

/** S-DEV-09: sample programs for common tasks. */
export function Scenarios() {
  return (
    <>
      <PageHead
        title="Use Cases"
        description="Small, complete programs for common studio tasks. Add your token and run them."
      />
      <div className="stack-4 shrinkable">
        {SCENARIOS.map(scenario => (
          <ScenarioCard key={scenario.file} scenario={scenario} />
        ))}
      </div>
    </>
  )
}

function ScenarioCard({ scenario: { title, text, scopes, language, file } }: { scenario: Scenario }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <article aria-label={title} className={`surface stack-4 shrinkable ${styles['card']}`}>
      <div className={styles['head']}>
        <div className={styles['card-text-column']}>
          <h2 className="text-3">{title}</h2>
          <p className={styles['text']}>{text}</p>
          <p className={styles['requirements']}>
            {language} ·{' '}
            {scopes.map(scope => (
              <code key={scope}>{scope}</code>
            ))}
          </p>
        </div>
        <Button
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Hide Code' : 'Show Code'}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide Code' : 'Show Code'}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CodeBlock title={file} lines={samples[file] ?? []} />}
      </div>
    </article>
  )
}

/** A use case. `file` is the name of its sample program in the folder `samples`. */
type Scenario = { title: string; text: string; scopes: readonly Scope[]; language: string; file: string }

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'Hand over a gallery',
    text: 'Creates an album with all .jpg files of a folder, and a link that expires after 90 days.',
    scopes: ['write'],
    language: 'Python',
    file: 'hand-over.py',
  },
  {
    title: 'Upload only what is new',
    text: 'Checks by checksum which files the library has and uploads the rest. Safe to run again at any time.',
    scopes: ['read', 'write'],
    language: 'JavaScript',
    file: 'upload-new.js',
  },
  {
    title: 'Your favorites on your website',
    text: 'Downloads up to 12 of your favorites, for example for the front page of your website.',
    scopes: ['read'],
    language: 'JavaScript',
    file: 'show-favorites.js',
  },
  {
    title: 'Back up every album',
    text: 'Downloads the originals that the backup lacks, and verifies their checksums.',
    scopes: ['read'],
    language: 'Python',
    file: 'back-up.py',
  },
  {
    title: 'Find, like and tag',
    text: 'Searches by title, sets favorites and tags, and lists the photos with a tag. Tags that do not exist are created.',
    scopes: ['read', 'write'],
    language: 'cURL',
    file: 'label.sh',
  },
  {
    title: 'React to events',
    text: 'A small webhook server: verifies the signature, responds at once and handles each event once.',
    scopes: ['webhooks'],
    language: 'JavaScript',
    file: 'receive-webhook.js',
  },
]
