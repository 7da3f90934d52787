import { samples } from 'virtual:samples'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { apiBaseUrl, PageHead } from './frame/page-head.tsx'
import styles from './pages.module.css'

const TOPIC_LINKS = [
  {
    to: '/developers/authentication',
    title: 'Authentication',
    text: 'Tokens, scopes, expiry and error responses.',
  },
  { to: '/developers/endpoints', title: 'Endpoints', text: 'Every call with its parameters, body and responses.' },
  { to: '/developers/scenarios', title: 'Use Cases', text: 'Small, complete programs for common studio tasks.' },
  { to: '/developers/explorer', title: 'API Explorer', text: 'Try each call here, with your own token.' },
]

/** Conventions that apply to every call. */
const API_CONVENTIONS = [
  ['Base URL', () => <code>{apiBaseUrl()}</code>],
  ['Format', () => 'JSON in and out in snake_case, photos as multipart forms. Times are ISO 8601 in UTC.'],
  ['Lists', () => 'limit and offset; 50 per page by default.'],
  [
    'Limits',
    () =>
      'By default 120 requests per minute and 600 uploads per hour for each token. Quotas refill continuously; the RateLimit headers of every response contain the remaining quota.',
  ],
  ['Errors', () => 'A status, a machine-readable code and a message. A failed call changes nothing.'],
] as const

/** S-DEV-05: the start page of the developer documentation. */
export function Overview() {
  return (
    <>
      <PageHead
        title="Developers"
        description="Upload, organize and share photos from your own programs, for example a booking system that creates albums, a camera that uploads while shooting, or a website that shows your favorites."
      >
        <Link to="/developers/quickstart" className={buttonClass({ appearance: 'primary' })}>
          Get Started
        </Link>
        <Link to="/developers/vault" className={buttonClass({})}>
          Token Vault
        </Link>
      </PageHead>
      <CodeBlock title="Your first call" lines={samples['authenticate.sh'] ?? []} />
      <ul className={styles['topic-links']}>
        {TOPIC_LINKS.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className={`surface ${styles['topic-link']}`}>
              <strong className="text-3 strong">{title}</strong>
              <span className="muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <dl className={styles['conventions']}>
        {API_CONVENTIONS.map(([name, Value]) => (
          <div key={name} className={styles['convention']}>
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
