import { samples } from 'virtual:samples'
import { Link } from '../../../lib/router.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { baseUrl } from '../frame/base-url.ts'
import { PageHead } from '../frame/page-head.tsx'
import styles from './overview.module.css'

const WAYS = [
  {
    to: '/developers/authentication',
    title: 'Authentication',
    text: 'Tokens, scopes, expiry and error responses.',
  },
  { to: '/developers/endpoints', title: 'Endpoints', text: 'Every call with its parameters, body and responses.' },
  { to: '/developers/scenarios', title: 'Use Cases', text: 'Small, complete programs for common studio tasks.' },
  { to: '/developers/explorer', title: 'API Explorer', text: 'Try each call here, with your own token.' },
]

/** What holds for every call. */
const FACTS = [
  ['Base URL', () => <code>{baseUrl()}</code>],
  ['Format', () => 'JSON in and out in snake_case, photos as multipart forms. Times are ISO 8601 in UTC.'],
  ['Lists', () => 'limit and offset; 50 per page by default.'],
  [
    'Limits',
    () =>
      '120 requests a minute for each token and 600 uploads an hour, unless this installation says otherwise. All of it may be used at once and comes back evenly; every answer tells what is left in its RateLimit headers.',
  ],
  [
    'Errors',
    () => 'A status, a code for programs and a sentence for people. Nothing was changed by a call that failed.',
  ],
] as const

/** S-DEV-05 */
export function Overview() {
  return (
    <>
      <PageHead
        title="Developers"
        lead="Upload, arrange and share photos from your own programs: the booking system that opens an album, the camera that uploads as it shoots, the website that shows what you like best."
      >
        <Link to="/developers/quickstart" className={buttonClass({ look: 'primary' })}>
          Get Started
        </Link>
        <Link to="/developers/vault" className={buttonClass({})}>
          Token Vault
        </Link>
      </PageHead>
      <CodeBlock title="Your first call" lines={samples['authenticate.sh'] ?? []} />
      <ul className={styles['ways']}>
        {WAYS.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className={styles['way']}>
              <strong className={styles['name']}>{title}</strong>
              <span className={styles['text']}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <dl className={styles['facts']}>
        {FACTS.map(([name, Value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>
              <Value />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
