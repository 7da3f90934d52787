import pg from 'pg'

/**
 * A connection that ends hands its error to whoever listens, and ends the process where nobody does. The pool stops listening when
 * it gives one away and the next user begins a moment later: Postgres's farewell may be in the packet that brought the answer
 * before. Whoever has it then is told by its first statement.
 */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}
