import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Link } from '../../../lib/router.tsx'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { formatJsonLines } from '../code/code-line.ts'
import { Description } from '../code/description.tsx'
import { type Endpoint, type EndpointResponse, describeType } from './endpoint.ts'
import styles from './endpoints.module.css'

export function EndpointRow(props: { endpoint: Endpoint; isOpen: boolean; onToggle: () => void }) {
  const { endpoint, isOpen, onToggle } = props
  const { method, path, title } = endpoint
  const id = useId()
  return (
    <li className={styles['row']}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} className={styles['toggle']} onClick={onToggle}>
          <MethodBadge method={method} />
          <span className={styles['path']}>{path}</span>
          <span className="muted">{title}</span>
          <ChevronDown aria-hidden className="chevron" />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EndpointDetails endpoint={endpoint} />}
      </div>
    </li>
  )
}

function EndpointDetails({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, title, description, scope, needsAuth, parameters, body, responses } = endpoint
  const toCodeBlockProps = (title: string) => ({ title, name: `${title}, ${method} ${path}` })
  const [successResponse] = responses.filter(({ status }) => status.startsWith('2'))
  return (
    <div className={styles['details']}>
      <div className={styles['summary']}>
        {description !== title && <Description text={description} />}
        <p className="muted">
          {needsAuth ? 'Requires a token' : 'No token required'}
          {scope && (
            <>
              {' '}
              with the scope <code>{scope}</code>
            </>
          )}
          .
        </p>
        {parameters.length > 0 && <ParameterList endpoint={endpoint} />}
        <ResponseList responses={responses} />
        <div>
          <Link
            to={`/developers/explorer?endpoint=${encodeURIComponent(id)}`}
            className={buttonClass({ size: 'small' })}
          >
            Try It
          </Link>
        </div>
      </div>
      <div className={`stack-4 shrinkable ${styles['examples']}`}>
        {body !== undefined && <CodeBlock {...toCodeBlockProps('Request body')} lines={formatJsonLines(body)} />}
        {successResponse?.example !== undefined && (
          <CodeBlock
            {...toCodeBlockProps(`Response ${successResponse.status}`)}
            lines={formatJsonLines(successResponse.example)}
          />
        )}
      </div>
    </div>
  )
}

const ParameterList = ({ endpoint: { parameters } }: { endpoint: Endpoint }) => (
  <>
    <h4 className={styles['subheading']}>Parameters</h4>
    <dl className={styles['parameters']}>
      {parameters.map(({ name, in: location, type, required, default: value, choices, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span className="caption">{describeType({ type, in: location })}</span>
            {required && <span className={styles['required']}>required</span>}
          </dt>
          <dd>
            <Description text={description} />
            {choices && <p>One of {choices.join(', ')}</p>}
            {value !== undefined && <p>Default {String(value)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  </>
)

const ResponseList = ({ responses }: { responses: readonly EndpointResponse[] }) => (
  <>
    <h4 className={styles['subheading']}>Responses</h4>
    <dl className={styles['responses']}>
      {responses.map(({ status, description }) => (
        <div key={status}>
          <dt>
            <code>{status}</code>
          </dt>
          <dd>
            <Description text={description} />
          </dd>
        </div>
      ))}
    </dl>
  </>
)

/** S-EXP-03: each method has its own color. */
export const MethodBadge = ({ method }: Pick<Endpoint, 'method'>) => (
  <span className={styles['badge']} data-method={method}>
    {method}
  </span>
)
