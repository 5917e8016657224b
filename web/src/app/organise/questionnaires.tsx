// The answers to the questionnaires: a bar chart per question, and all of them as CSV.
import { ErrorText, usePolled } from "../parts";
import { saveAs } from "../save";
import { csvOf, shown, type Answer } from "./plan";
import type { Overview } from "./types";

export function QuestionnairesTab() {
  const overview = usePolled<Overview>(() => "overview", { every: 5000 });
  const answers = overview.data.value?.answers ?? [];
  const forms = [...new Set(answers.map(({ form }) => form))];
  return (
    <>
      <h1>Questionnaires</h1>
      <ErrorText text={overview.error.value} />
      {answers.length === 0 && <p class="empty">No question has been answered yet.</p>}
      {answers.length > 0 && (
        <p>
          <button type="button" id="answers-csv" onClick={() => saveAs("answers.csv", "text/csv", csvOf(answers))}>
            Download as CSV
          </button>
        </p>
      )}
      {forms.map((form) => (
        <section key={form}>
          <h2 dir="auto">{form}</h2>
          <div class="questions">
            {[...new Set(answers.filter((each) => each.form === form).map(({ question }) => question))].map(
              (question) => (
                <Question
                  key={question}
                  question={question}
                  answers={answers.filter((each) => each.form === form && each.question === question)}
                />
              ),
            )}
          </div>
        </section>
      ))}
    </>
  );
}

function Question({ question, answers }: { question: string; answers: readonly Answer[] }) {
  const most = Math.max(...answers.map(({ count }) => count));
  return (
    <figure class="bars">
      <figcaption dir="auto">{question}</figcaption>
      <dl>
        {answers.map(({ value, count }) => (
          <div key={value}>
            <dt dir="auto">{shown(value)}</dt>
            <dd>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="10" class="bar-of" />
              </svg>{" "}
              {count}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
