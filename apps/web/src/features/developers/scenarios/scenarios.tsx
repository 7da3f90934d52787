import { samples } from 'virtual:samples'
import { useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { SCENARIOS, type Scenario } from './list.ts'
import styles from './scenarios.module.css'

/** S-DEV-09 */
export function Scenarios() {
  return (
    <>
      <PageHead
        title="Use Cases"
        lead="Small, complete programs for common studio tasks. Add your token and run them."
      />
      <div className={styles['cards']}>
        {SCENARIOS.map(scenario => (
          <Card key={scenario.file} scenario={scenario} />
        ))}
      </div>
    </>
  )
}

function Card({ scenario: { title, text, scopes, language, file } }: { scenario: Scenario }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <article aria-label={title} className={styles['card']}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['text']}>{text}</p>
          <p className={styles['needs']}>
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
