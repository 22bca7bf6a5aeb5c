/** A simulated user: gives the prepared answers and records the questions. */
export class Person {
  readonly questions: object[] = [];
  private answers: Answer[] = [];

  says(...answers: Answer[]): void {
    this.answers = answers;
  }

  forget(): void {
    this.questions.length = 0;
    this.answers = [];
  }

  answer(question: object): object | Promise<object> {
    this.questions.push(question);
    const next = this.answers.shift();
    return next ? next() : { action: "cancel" };
  }
}

type Answer = () => object | Promise<object>;

export function accept(content: object): Answer {
  return () => ({ action: "accept", content });
}
