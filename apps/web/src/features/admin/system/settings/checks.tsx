import { ReadCard } from '../../frame/card.tsx'
import { Chip, type Tone } from '../../frame/chip.tsx'
import { settings } from '../system.queries.ts'
import styles from '../system.module.css'

const stateOf = (ok: boolean, needed: boolean): [Tone, string] => {
  if (ok) return ['good', 'OK']
  return needed ? ['warning', 'Failed'] : ['plain', 'Not there']
}

/** The results of `daymark doctor`; optional parts may be missing. */
export const Checks = () => (
  <ReadCard title="Checks" read={settings}>
    {({ checks }) => (
      <ul aria-label="Checks">
        {checks.map(({ name, ok, needed, says }) => {
          const [tone, word] = stateOf(ok, needed)
          return (
            <li key={name} className={styles['item']}>
              <div className={styles['words']}>
                <strong>{name}</strong>
                <span className={styles['small']}>{says}</span>
              </div>
              <Chip tone={tone}>{word}</Chip>
            </li>
          )
        })}
      </ul>
    )}
  </ReadCard>
)
