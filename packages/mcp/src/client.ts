/** The program that calls, as it names itself. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}
