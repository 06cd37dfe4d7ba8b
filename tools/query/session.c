// SPDX-License-Identifier: MIT
#include "session.h"

static answer_status answer_query_line(query_session *session, FILE *out, query_line *query)
{
	origin_move_query(&session->origin, query);
	answer_given given = answer_query(&session->assets, query, &session->scratch);
	origin_move_answer(&session->origin, query, &given, &session->scratch);
	if (given.status == ANSWER_GIVEN)
	{
		json_writer json = json_begin(out, false);
		answer_write(&json, &session->assets, query, &given, &session->scratch);
		json_end(&json);
	}
	return given.status;
}

// Writes why a query has no answer.
static void explain(const query_session *session, answer_status status, char error[QUERY_ERROR_SIZE])
{
	switch (status)
	{
	case ANSWER_NOT_CLOSED:
		snprintf(error, QUERY_ERROR_SIZE, "a mesh that is not closed may surround the point");
		break;
	case ANSWER_NO_SECOND:
		snprintf(error, QUERY_ERROR_SIZE, "this is a question about two assets, and there is one");
		break;
	case ANSWER_NO_FIELD:
		snprintf(error, QUERY_ERROR_SIZE, "kiln-query answers queries of signed distance fields");
		break;
	case ANSWER_REFUSED:
		snprintf(error, QUERY_ERROR_SIZE, "the pose carries the second asset beyond the largest coordinate, 2^40");
		break;
	case ANSWER_ENDED:
		snprintf(error, QUERY_ERROR_SIZE, "the work ran out: the budget is %lu units",
			(unsigned long)session->assets.budget);
		break;
	case ANSWER_GIVEN:
	case ANSWER_NO_MEMORY:
		break;
	}
}

bool query_session_answer(query_session *session, FILE *out, const char *line, size_t size)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE] = "the line is too long";
	++session->lines;
	bool parsed = line != NULL && query_parse(line, size, &query, error);
	if (parsed && query.kind == QUERY_NOTHING)
		return true;
	if (parsed && query_asks_nothing(query.kind))
	{
		parsed = query.kind == QUERY_FILTER ? filter_take(&session->filter, &session->assets, &query, error)
											: origin_take(&session->origin, &session->assets, &query, error);
		if (parsed)
			return true;
	}
	++session->queries;
	answer_status answered = parsed ? answer_query_line(session, out, &query) : ANSWER_GIVEN;
	explain(session, answered, error);
	if (!parsed || (answered != ANSWER_GIVEN && answered != ANSWER_NO_MEMORY))
	{
		answer_error(out, error, session->lines);
		++session->errors;
	}
	return answered != ANSWER_NO_MEMORY;
}

void query_session_free(query_session *session)
{
	answer_free(&session->scratch);
}
